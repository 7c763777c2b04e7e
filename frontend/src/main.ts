import { mount } from "svelte";
import App from "./App.svelte";
import { registerWorker } from "./serviceWorker";
import "./ui/theme.css";
import "./ui/contrast.css";

const target = document.getElementById("page");
if (target !== null) mount(App, { target });
if (import.meta.env.PROD) registerWorker();
