// Made by frontend/words.py from the sentences of the package. Do not edit.

/** The languages of the page, each by its own name. From `locale/__init__.py`. */
export const LANGUAGES = {
  "en": "English",
  "de": "Deutsch",
  "es": "Español",
  "fr": "Français",
  "it": "Italiano",
  "nl": "Nederlands",
  "pl": "Polski",
  "pt": "Português"
} as const;
export type Language = keyof typeof LANGUAGES;

/** The form in the catalogues for each category of `Intl.PluralRules`. */
export const FORMS: Readonly<
  Record<Exclude<Language, "en">, Partial<Record<Intl.LDMLPluralRule, number>>>
> = {
  "de": {
    "one": 0,
    "other": 1
  },
  "es": {
    "one": 0,
    "other": 1,
    "many": 1
  },
  "fr": {
    "one": 0,
    "other": 1,
    "many": 1
  },
  "it": {
    "one": 0,
    "other": 1,
    "many": 1
  },
  "nl": {
    "one": 0,
    "other": 1
  },
  "pl": {
    "one": 0,
    "few": 1,
    "many": 2,
    "other": 2
  },
  "pt": {
    "one": 0,
    "other": 1,
    "many": 1
  }
};

/** The forms of tile names that the sentences of a language use, besides the plain one. */
export const NAME_FORMS: Readonly<Record<Language, readonly string[]>> = {
  en: ["a"],
  de: ["acc"],
  es: ["a"],
  fr: ["a"],
  it: ["a"],
  nl: ["a"],
  pl: ["acc"],
  pt: ["a"],
};

/** The languages of the player's guide, from `docs/guide`. */
export const GUIDES: readonly Language[] = ["en", "de", "es", "fr", "it"];

/** The languages that no native speaker has read yet, as their catalogues say. */
export const UNREAD: readonly Language[] = ["nl", "pl", "pt"];
