/** The parts of a rules page. */

type Text = () => string;

export interface Paragraph {
  /** The ids of the rules it explains; tests check that no rule is left out. */
  readonly rules: readonly string[];
  readonly text: Text;
}

/** Pictures that are drawn by a component of their own. */
export type Figure = "board" | "actions" | "two-shapes" | "switching";

export interface Part {
  readonly title: Text;
  readonly words: readonly Paragraph[];
  /** Names in examples.json. */
  readonly examples?: readonly string[];
  readonly figure?: Figure;
  readonly link?: { readonly href: string; readonly label: Text };
}

/** Make a paragraph, with the ids of its rules in one string. */
export function rule(ids: string, text: Text): Paragraph {
  return { rules: ids.split(" "), text };
}
