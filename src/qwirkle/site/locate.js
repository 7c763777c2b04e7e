(() => {
  // The site may be in any folder of its host, and its views are one or two names below it.
  const path = location.pathname.replace(/\/(index\.html)?$/, "");
  const view = /\/((t|learn|rules|puzzle|swiss)\/[^/]+|[a-z]+)$/;
  const folders = [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index)).reverse();
  const likely = VIEWS.includes(path.match(view)?.[1].split("/")[0]) ? path.replace(view, "") : path;
  const load = ([folder, ...others]) => {
    const made = TAGS.map(([name, attributes]) => {
      const tag = document.createElement(name);
      for (const [key, value] of attributes) tag.setAttribute(key, value.replace(/^\./, folder));
      return tag;
    });
    // A mistyped address may be anywhere: then the next folder is tried.
    made.find(({ localName }) => localName === "script").onerror = () => {
      for (const tag of made) tag.remove();
      if (others.length > 0) load(others);
    };
    document.head.append(...made);
  };
  load([likely, ...folders.filter((folder) => folder !== likely)]);
})();
