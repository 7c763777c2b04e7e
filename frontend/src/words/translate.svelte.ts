/**
 * Translation into the language of the reader. The English sentence is the key, as in gettext; names
 * in braces are parameters. Reading a sentence inside a component makes it follow the language.
 */

import type { Catalogue, Part } from "../../po";
import { FORMS, LANGUAGES, type Language, NAME_FORMS } from "./languages.gen";

/** Words that have several forms: a sentence asks for one with a suffix, `{tiles:acc}`. */
export interface Inflected {
  readonly inForm: (form: string) => string;
}
export type Params = Readonly<Record<string, string | number | Inflected>>;

/** A parameter in a sentence: its name, and the form of its words. */
export const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

const FOLDER = "../../../src/qwirkle/locale";
/** Every language that has a catalogue, by path. The options must be literals. */
const CATALOGUES: Record<Part, Record<string, () => Promise<Catalogue>>> = {
  page: import.meta.glob<Catalogue>("../../../src/qwirkle/locale/*.po", {
    query: "?page",
    import: "default",
  }),
  learn: import.meta.glob<Catalogue>("../../../src/qwirkle/locale/*.po", {
    query: "?learn",
    import: "default",
  }),
  review: import.meta.glob<Catalogue>("../../../src/qwirkle/locale/*.po", {
    query: "?review",
    import: "default",
  }),
  analysis: import.meta.glob<Catalogue>("../../../src/qwirkle/locale/*.po", {
    query: "?analysis",
    import: "default",
  }),
};
/** The parts that have been requested; every language is loaded with all of them. */
const parts = new Set<Part>(["page"]);

const spoken = $state<{ language: Language; catalogue: Catalogue }>({
  language: "en",
  catalogue: {},
});

export function language(): Language {
  return spoken.language;
}

/** Return the locale for dates and numbers: the page's English is British. */
export function region(): string {
  return spoken.language === "en" ? "en-GB" : spoken.language;
}

let wanted: Language = "en";

/** Switch to a language. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await catalogueOf(language);
  // While it was loading, the reader may have chosen another one.
  if (wanted !== language) return;
  spoken.catalogue = catalogue;
  spoken.language = language;
  document.documentElement.lang = language;
  document.querySelector('meta[name="description"]')?.setAttribute("content", aboutPage());
}

async function catalogueOf(language: Language): Promise<Catalogue> {
  if (language === "en") return {};
  const path = `${FOLDER}/${language}.po`;
  const loaded = await Promise.all([...parts].map((part) => CATALOGUES[part][path]?.()));
  return Object.assign({}, ...loaded);
}

/** Load the words of a part of the page, for the current and any later language. Await it before using them. */
export async function withWords(part: Part): Promise<void> {
  if (parts.has(part)) return;
  parts.add(part);
  try {
    await speak(wanted);
  } catch (error) {
    parts.delete(part);
    throw error;
  }
}

/** Return the first language of the browser that the page supports. */
export function preferred(wanted: readonly string[] = navigator.languages): Language {
  for (const one of wanted) {
    const language = one.split("-")[0]?.toLowerCase() ?? "";
    if (language in LANGUAGES) return language as Language;
  }
  return "en";
}

/** Translate a sentence. */
export function t(text: string, params: Params = {}): string {
  return filled(translated(text)?.[0] ?? text, params);
}

/** Translate a sentence with a number in it, `{n}`: one, and many. A language may have more forms, or only one. */
export function n(one: string, many: string, count: number, params: Params = {}): string {
  const forms = translated(one);
  const text = forms === undefined ? (count === 1 ? one : many) : (forms[formOf(count)] ?? one);
  return filled(text, { n: count, ...params });
}

/** Translate words that are ambiguous, or have a purpose of their own, in a context that only translators read. */
export function p(context: string, text: string): string {
  return translated(`${context}\u0004${text}`)?.[0] ?? text;
}

/** Return a name in a form that sentences of the language use; English has one, with an article. */
export function inForm(form: string, one: string, many: string, count: number): string {
  const forms = translated(`:${form}\u0004${one}`);
  if (forms !== undefined) return filled(forms[formOf(count)] ?? one, { n: count });
  if (translated(one) !== undefined) return t(one); // words: passed on
  if (count > 1) return filled(many, { n: count });
  return /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`;
}

/** Return the forms of names that sentences of the current language use. */
export function nameForms(): readonly string[] {
  return NAME_FORMS[english ? "en" : spoken.language];
}

function aboutPage(): string {
  return t(
    "Build lines of one colour or one shape: against bots, with friends, or passing one device around.",
  );
}

let english = false;

/** Return a text in English, whatever the reader's language is. */
export function inEnglish<T>(say: () => T): T {
  english = true;
  try {
    return say();
  } finally {
    english = false;
  }
}

function translated(key: string): readonly string[] | undefined {
  return english ? undefined : spoken.catalogue[key];
}

/** Return the number of the reader's plural form for a count. */
function formOf(count: number): number {
  const { language } = spoken;
  if (language === "en") return count === 1 ? 0 : 1;
  return FORMS[language][new Intl.PluralRules(language).select(count)] ?? 0;
}

function filled(text: string, params: Params): string {
  return text.replace(PLACEHOLDER, (whole, name: string, form = "") => {
    const value = params[name] ?? whole;
    return typeof value === "object" ? value.inForm(form) : String(value);
  });
}
