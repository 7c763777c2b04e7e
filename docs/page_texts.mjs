/**
 * Prints what the page says about its games, as JSON with the English sentences: the page's
 * own modules are loaded, with a translator that returns every sentence as it is written.
 */

import { registerHooks } from "node:module";

const TRANSLATOR = `data:text/javascript,${encodeURIComponent(`
  export const t = (text) => text;
  export const n = (one, many) => many;
  export const p = (context, text) => text;
  export const inForm = (form, one) => one;
  export const nameForms = () => [];
  export const inEnglish = (say) => say();
  export const language = () => "en";
  export const PLACEHOLDER = /{(\\w+)(?::(\\w+))?}/g;
  export const withWords = async () => {};`)}`;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith("/translate.svelte")) return { url: TRANSLATOR, shortCircuit: true };
    const isModule = specifier.startsWith(".") && !/\.(ts|json|svelte)$/.test(specifier);
    return next(isModule ? `${specifier}.ts` : specifier, context);
  },
});

const source = (path) => import(new URL(`../frontend/src/${path}.ts`, import.meta.url).href);
const { rulesOf } = await source("learning/rules");
const { DIFFERENCES, glossaryOf } = await source("learning/glossary");
const { GAME_CODES, OPTION_CODES, choiceName, gameAbout, gameName, optionAbout, optionName } =
  await source("words/games");

const said = (texts) => texts.map((text) => text());
const choices = JSON.parse(process.argv[2] ?? "{}");

const games = Object.fromEntries(
  GAME_CODES.map((game) => [
    game,
    {
      name: gameName(game),
      about: gameAbout(game),
      parts: rulesOf(game).map(({ title, words }) => ({
        title: title(),
        words: said(words.map(({ text }) => text)),
      })),
      glossary: glossaryOf(game).map(({ word, means }) => [word(), means()]),
      differences: DIFFERENCES.map(({ about, usual, others }) => [
        about(),
        (others[game] ?? usual)(),
      ]),
    },
  ]),
);
const options = Object.fromEntries(
  OPTION_CODES.map((option) => [
    option,
    {
      name: optionName(option),
      about: optionAbout(option),
      choices: (choices[option] ?? []).map((choice) => choiceName(option, choice)),
    },
  ]),
);
console.log(JSON.stringify({ games, options }));
