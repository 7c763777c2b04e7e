/**
 * The web worker that answers the page: the service in Python over this browser's database. Long jobs
 * run in another worker of the same kind, so that tables are answered meanwhile.
 */

import { BASE } from "../base";
import { Database } from "./database";
import type { FromJob, ToBackend, ToJob, ToPage } from "./messages";
import { keepMemory, loadPython, type Service } from "./python";

const JOB = "qwirkle-job";
const MEMORY = "qwirkle-memory";
/** Milliseconds into a first game before the memory for the next start is saved. */
const SETTLED = 3_000;
/** The channel for news of tables between the windows of this page. */
const news = new BroadcastChannel(`qwirkle${BASE}`);

if (self.name === JOB) doJobs();
else if (self.name === MEMORY) keepMemory().finally(() => self.close());
else serve();

function serve(): void {
  const say = (message: ToPage) => postMessage(message);
  const service = startService(say);
  service.then(
    () => say({ kind: "ready" }),
    (error) => say({ kind: "failed", why: String(error) }),
  );
  addEventListener("message", async ({ data }: MessageEvent<ToBackend>) => {
    const python = await service;
    switch (data.kind) {
      case "request": {
        const text = await python.answer(data.method, data.path, data.body);
        const end = text.indexOf("\n");
        const [status = "", type = ""] = text.slice(0, end).split(" ", 2);
        const body = text.slice(end + 1);
        say({ kind: "reply", id: data.id, status: Number(status), type, body });
        break;
      }
      case "connect":
        python.connect(data.id, data.table, data.since);
        break;
      case "message":
        await python.receive(data.id, data.text);
        break;
      case "disconnect":
        python.disconnect(data.id);
    }
  });
}

async function startService(say: (message: ToPage) => void): Promise<Service> {
  const { python, copied } = await loadPython((part, loaded, total) =>
    say({ kind: "progress", part, loaded, total }),
  );
  const service = await python.pyimport("qwirkle.browser.main").start({
    database: new Database(),
    send: (id: number, text: string) => say({ kind: "send", id, text }),
    closed: (id: number, code: number, reason: string) => say({ kind: "closed", id, code, reason }),
    post: (table: string, seq: number) => news.postMessage([table, seq]),
    fault: (where: string, why: string) => console.error(where, why),
    runJob,
  });
  news.onmessage = ({ data: [table, seq] }) => service.tell(table, seq);
  const again = () => new Worker(self.location.href, { type: "module", name: MEMORY });
  if (!copied) setTimeout(again, SETTLED);
  return service;
}

/** A function of Python's. */
interface Progress {
  (done: number, total: number): void;
  copy(): Progress;
  destroy(): void;
}

/** Run a job in a worker that ends with it: reviews are rare, and Python takes much memory. */
function runJob(job: string, progress: Progress): Promise<string> {
  const runner = new Worker(self.location.href, { type: "module", name: JOB });
  // Python releases the function when this returns.
  const report = progress.copy();
  return new Promise<string>((resolve, reject) => {
    runner.onmessage = ({ data }: MessageEvent<FromJob>) => {
      if (data.kind === "progress") report(data.done, data.total);
      else if (data.kind === "found") resolve(data.found);
      else reject(new Error(data.why));
    };
    runner.onerror = () => reject(new Error("the job failed"));
    runner.postMessage({ job } satisfies ToJob);
  }).finally(() => {
    runner.terminate();
    report.destroy();
  });
}

function doJobs(): void {
  const say = (message: FromJob) => postMessage(message);
  addEventListener("message", async ({ data }: MessageEvent<ToJob>) => {
    try {
      const { python } = await loadPython(() => {});
      const progress = (done: number, total: number) => say({ kind: "progress", done, total });
      const found = python.pyimport("qwirkle.browser.main").run(data.job, progress);
      say({ kind: "found", found });
    } catch (error) {
      say({ kind: "failed", why: String(error) });
    }
  });
}
