/**
 * Words in the language of the reader. The English sentence is the key, as gettext has it; what
 * is in braces is filled in. Reading one inside a component makes it follow the language.
 */

import type { Catalogue, Part } from "../../po";
import { FORMS, LANGUAGES, type Language } from "./languages.gen";

export type Params = Readonly<Record<string, string | number>>;

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
/** What has been asked for; every language is spoken with all of it. */
const parts = new Set<Part>(["page"]);

const spoken = $state<{ language: Language; catalogue: Catalogue }>({
  language: "en",
  catalogue: {},
});

export function language(): Language {
  return spoken.language;
}

let wanted: Language = "en";

/** Speak a language from now on. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await catalogueOf(language);
  // While it was loaded somebody may have chosen another one.
  if (wanted !== language) return;
  spoken.catalogue = catalogue;
  spoken.language = language;
  document.documentElement.lang = language;
}

async function catalogueOf(language: Language): Promise<Catalogue> {
  if (language === "en") return {};
  const path = `${FOLDER}/${language}.po`;
  const loaded = await Promise.all([...parts].map((part) => CATALOGUES[part][path]?.()));
  return Object.assign({}, ...loaded);
}

/** Have the words of a part of the page from now on. What says them waits for it. */
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

/** The first language of the browser that we speak. */
export function preferred(wanted: readonly string[] = navigator.languages): Language {
  for (const one of wanted) {
    const language = one.split("-")[0]?.toLowerCase() ?? "";
    if (language in LANGUAGES) return language as Language;
  }
  return "en";
}

/** A sentence. */
export function t(text: string, params: Params = {}): string {
  return filled(translated(text)?.[0] ?? text, params);
}

/** A sentence with a number in it, `{n}`: one, and many. A language may have more forms, or only one. */
export function n(one: string, many: string, count: number, params: Params = {}): string {
  const forms = translated(one);
  const text = forms === undefined ? (count === 1 ? one : many) : (forms[formOf(count)] ?? one);
  return filled(text, { n: count, ...params });
}

/** Words that mean something else, or have a purpose of their own, in a context that only translators read. */
export function p(context: string, text: string): string {
  return translated(`${context}\u0004${text}`)?.[0] ?? text;
}

let english = false;

/** What something says in English, whatever the reader's language is. */
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

/** The number of the form that the reader's language has for a number of things. */
function formOf(count: number): number {
  const { language } = spoken;
  if (language === "en") return count === 1 ? 0 : 1;
  return FORMS[language][new Intl.PluralRules(language).select(count)] ?? 0;
}

function filled(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
