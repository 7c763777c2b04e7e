/** The server's values, by the names the page uses. All of them are generated from its schema. */

import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Act = Schemas["Act"];
export type Arranged = Schemas["Arranged"];
export type BestTurns = Schemas["BestTurns"];
export type BoardChange = Schemas["BoardChange"];
export type CardsGame = Schemas["CardsGame"];
export type Cell = Schemas["Cell"];
export type CheckedPosition = Schemas["CheckedPosition"];
export type Clock = Schemas["Clock"];
export type Command = Schemas["Command"];
export type Done = Pick<Schemas["DoneMessage"], "first" | "seq">;
export type EditionView = Schemas["EditionView"];
export type Ended = Schemas["Ended"];
export type Game = Schemas["Game"];
export type GameChange = Schemas["GameChange"];
export type GameOffer = Schemas["GameOffer"];
export type Hint = Schemas["Hint"];
export type JudgedTurn = Schemas["JudgedTurn"];
export type Lesson = Schemas["LessonView"];
export type LessonStep = Schemas["StepView"];
export type ListedPage = Schemas["ListedPage"];
export type ListedTable = Schemas["ListedTable"];
export type Line = Schemas["Line"];
export type Now = Schemas["Now"];
export type NoticeState = Schemas["NoticeState"];
export type Objection = Schemas["Refusal"];
export type Offers = Schemas["Offers"];
export type OptionOffer = Schemas["OptionOffer"];
export type Phase = Now["phase"];
export type PhotoReading = Schemas["PhotoReading"];
export type Placed = Schemas["Placed"];
export type PlacementGame = Schemas["PlacementGame"];
export type PositionParts = Schemas["PositionParts"];
export type Preview = Schemas["Preview"];
export type Problem = Schemas["Problem"];
export type QuietTime = Schemas["QuietTime"];
export type RankedTurn = Schemas["RankedTurn"];
export type Reach = Schemas["Reach"];
/** Games of tables have their deal, so nothing in their reviews is unknown: only records may lack hands. */
export type Review = Omit<Schemas["Review"], "players" | "turns"> & {
  readonly players: readonly ReviewedPlayer[];
  readonly turns: readonly ReviewedTurn[];
};
type Known<T, Keys extends keyof T> = Omit<T, Keys> & {
  readonly [Key in Keys]: NonNullable<T[Key]>;
};
export type ReviewedPlayer = Known<
  Schemas["ReviewedPlayer"],
  "points_lost" | "luck" | "deal" | "score_without_luck" | "margin_without_luck" | "remainder"
>;
export type ReviewedTurn = Known<
  Schemas["ReviewedTurn"],
  "forced" | "best" | "lost" | "lost_ci95" | "mark" | "chance" | "chance_after"
>;
export type ReviewReason = Schemas["Reason"];
export type ReviewState = Omit<Schemas["ReviewState"], "review"> & {
  readonly review: Review | null;
};
export type Puzzle = Schemas["PuzzleView"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type SeatKind = SeatView["kind"];
export type SeatPlan = Schemas["SeatPlan"];
export type SeatView = Schemas["SeatView"];
export type ServerMessage = Schemas["ServerMessage"];
export type PersonStatistics = Schemas["PersonStatistics"];
export type Rivalries = Schemas["Rivalries"];
export type Rivalry = Schemas["Rivalry"];
export type Squares = Schemas["Squares"];
export type Statistics = Schemas["Statistics"];
export type TableEvent = Schemas["TableEvent"];
export type TablePlan = Omit<Schemas["OpenTable"], "do">;
export type TableView = Schemas["TableView"];
export type TileCode = Schemas["Tile"];
export type Told = Schemas["EventView"];
export type Tournament = Schemas["TournamentView"];
export type TournamentCommand = Schemas["SwissCommandRequest"]["command"];
export type TournamentTerms = Schemas["Terms"];
export type Trial = Schemas["Trial"];
export type Turn = Schemas["Turn"];
export type You = Schemas["You"];
