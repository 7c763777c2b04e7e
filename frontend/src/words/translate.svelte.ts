/**
 * Words in the language of the reader. The English sentence is the key, as gettext has it; what
 * is in braces is filled in. Reading one inside a component makes it follow the language.
 */

import type { Catalogue } from "../../po";

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  es: "Español",
};
export type Language = keyof typeof LANGUAGES;
export type Params = Readonly<Record<string, string | number>>;

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  de: () => import("../../../src/qwirkle/locale/de.po"),
  fr: () => import("../../../src/qwirkle/locale/fr.po"),
  it: () => import("../../../src/qwirkle/locale/it.po"),
  es: () => import("../../../src/qwirkle/locale/es.po"),
};

const spoken = $state<{ language: Language; catalogue: Catalogue }>({
  language: "en",
  catalogue: {},
});

export function language(): Language {
  return spoken.language;
}

/** Speak a language from now on. */
export async function speak(language: Language): Promise<void> {
  const catalogue = language === "en" ? {} : (await CATALOGUES[language]()).default;
  spoken.catalogue = catalogue;
  spoken.language = language;
  document.documentElement.lang = language;
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
