import { describe, expect, test } from "vitest";
import type { Options, Preview, Turn } from "../../api/types";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { known, peek } from "./options";
import samples from "./options.samples.json";
import { PreviewCache } from "./previewCache";

interface Position {
  readonly game: string;
  readonly options: Options;
  readonly samples: readonly { readonly turn: Turn; readonly preview: Preview }[];
}

/** Positions with drafts as the server judges them; tests/server/page_options.py writes them. */
const POSITIONS = samples as unknown as readonly Position[];

describe.each(POSITIONS)("$game", ({ options, samples }) => {
  test.each(samples)("a draft is judged as the server judges it: $turn", ({ turn, preview }) => {
    expect(peek(options, turn)).toEqual({ ...preview, objections: [] });
  });

  test.each(samples)("only reasons are left to ask for: $turn", ({ turn, preview }) => {
    const answer = known(options, turn);
    if (preview.legal || turn.place?.length === 0) expect(answer).not.toBeNull();
    else expect(answer).toBeNull();
  });
});

test("some drafts are legal and some are not, and some need more tiles", () => {
  const previews = POSITIONS.flatMap(({ samples }) => samples.map(({ preview }) => preview));
  expect(previews.some(({ legal, lines }) => legal && lines.length > 1)).toBe(true);
  expect(previews.some(({ legal, cells }) => !legal && Object.keys(cells).length > 0)).toBe(true);
});

describe("the server", () => {
  const [position] = POSITIONS;
  const options = position?.options as Options;
  const cache = (seat: number, more?: Partial<Options>) => {
    const you = { seats: [0], host: true, hands: [], options: { ...options, ...more } };
    const table = new FakeTable({ you });
    return { table, previews: new PreviewCache(table, seat) };
  };

  test("is not asked about a legal draft", async () => {
    const { table, previews } = cache(options.seat);
    const [place] = options.placements?.[0] ?? [];
    expect((await previews.get({ place } as Turn))?.legal).toBe(true);
    expect((await previews.peek({ place: [[9, 9, "Ro"]] } as Turn))?.legal).toBe(false);
    expect(table.preview).not.toHaveBeenCalled();
  });

  test("is asked why a draft is illegal", async () => {
    const { table, previews } = cache(options.seat);
    await previews.get({ place: [[9, 9, "Ro"]] } as Turn);
    expect(table.preview).toHaveBeenCalledOnce();
  });

  test("is asked where there are too many placements to list, for another seat, and after a take", async () => {
    const many = cache(options.seat, { placements: null });
    await many.previews.peek({ place: [] });
    expect(many.table.preview).toHaveBeenCalledOnce();
    const other = cache(options.seat + 1);
    await other.previews.peek({ place: [] });
    expect(other.table.preview).toHaveBeenCalledOnce();
    const taken = cache(options.seat);
    await taken.previews.peek({ take: [0, 0], place: [] } as Turn);
    expect(taken.table.preview).toHaveBeenCalledOnce();
  });
});
