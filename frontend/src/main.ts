import { mount } from "svelte";
import App from "./App.svelte";
import { registerServiceWorker } from "./serviceWorker";
import { speakChosen } from "./settings/settings.svelte";
import "./ui/theme.css";
import "./ui/contrast.css";

const target = document.getElementById("page");
// A table that is drawn before its words are loaded would be read out in English.
if (target !== null) void speakChosen().then(() => mount(App, { target }));
if (import.meta.env.PROD) registerServiceWorker();
// Browsers offer it before anything that could show it is loaded.
addEventListener("beforeinstallprompt", (offer) => Object.assign(window, { installOffer: offer }));
