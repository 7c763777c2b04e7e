/**
 * Words in the language of the reader. The English sentence is the key, as gettext has it; what
 * is in braces is filled in. Reading one inside a component makes it follow the language.
 */

import type { Catalogue, Part } from "../../po";

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  es: "Español",
};
export type Language = keyof typeof LANGUAGES;
export type Params = Readonly<Record<string, string | number>>;

type Load = () => Promise<{ default: Catalogue }>;
const CATALOGUES: Record<Exclude<Language, "en">, Record<Part, Load>> = {
  de: {
    page: () => import("../../../src/qwirkle/locale/de.po?page"),
    learn: () => import("../../../src/qwirkle/locale/de.po?learn"),
    review: () => import("../../../src/qwirkle/locale/de.po?review"),
  },
  fr: {
    page: () => import("../../../src/qwirkle/locale/fr.po?page"),
    learn: () => import("../../../src/qwirkle/locale/fr.po?learn"),
    review: () => import("../../../src/qwirkle/locale/fr.po?review"),
  },
  it: {
    page: () => import("../../../src/qwirkle/locale/it.po?page"),
    learn: () => import("../../../src/qwirkle/locale/it.po?learn"),
    review: () => import("../../../src/qwirkle/locale/it.po?review"),
  },
  es: {
    page: () => import("../../../src/qwirkle/locale/es.po?page"),
    learn: () => import("../../../src/qwirkle/locale/es.po?learn"),
    review: () => import("../../../src/qwirkle/locale/es.po?review"),
  },
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
  const loaded = await Promise.all([...parts].map((part) => CATALOGUES[language][part]()));
  return Object.assign({}, ...loaded.map(({ default: catalogue }) => catalogue));
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
    const language = one.slice(0, 2).toLowerCase();
    if (language in LANGUAGES) return language as Language;
  }
  return "en";
}

/** A sentence. */
export function t(text: string, params: Params = {}): string {
  return filled(spoken.catalogue[text]?.[0] ?? text, params);
}

/** A sentence with a number in it, `{n}`: one, and many. */
export function n(one: string, many: string, count: number, params: Params = {}): string {
  const forms = spoken.catalogue[one];
  const text = forms === undefined ? (count === 1 ? one : many) : (forms[form(count)] ?? one);
  return filled(text, { n: count, ...params });
}

/** All our languages have two forms; French and Spanish millions do not come up. */
function form(count: number): number {
  if (spoken.language === "fr") return count < 2 ? 0 : 1;
  return count === 1 ? 0 : 1;
}

function filled(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
