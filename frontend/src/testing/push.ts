/** A browser that can receive notices: it records its calls, and nothing leaves it. */

import { vi } from "vitest";

export function pushing(permission: NotificationPermission = "default") {
  let subscription: { endpoint: string } | null = null;
  const unsubscribe = vi.fn(async () => {
    subscription = null;
    return true;
  });
  const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => {
    const endpoint = "https://push.example/1";
    const toJSON = () => ({ endpoint, keys: { p256dh: "point", auth: "secret" } });
    subscription = Object.assign({ endpoint }, { toJSON, unsubscribe });
    return subscription;
  });
  const closed = vi.fn();
  const worker = {
    pushManager: { subscribe, getSubscription: async () => subscription },
    getNotifications: async () => [{ close: closed }],
  };
  const asked = vi.fn(async (): Promise<NotificationPermission> => "granted");
  const badge = vi.fn(async (_count: number) => {});
  const cleared = vi.fn(async () => {});
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: asked });
  Object.defineProperties(navigator, {
    serviceWorker: {
      configurable: true,
      value: {
        register: vi.fn(async () => worker),
        ready: Promise.resolve(worker),
        getRegistration: async () => worker,
      },
    },
    setAppBadge: { configurable: true, value: badge },
    clearAppBadge: { configurable: true, value: cleared },
  });
  return { asked, badge, cleared, closed, subscribe, unsubscribe };
}

/** Set up a server that stores a subscription. */
export function noticeServer(waiting = 0) {
  let endpoint: string | null = null;
  let quiet: unknown = null;
  return ({ method, body }: { method: string; body: unknown }) => {
    if (method === "DELETE") endpoint = null;
    if (method === "POST") ({ endpoint, quiet } = body as { endpoint: string; quiet: unknown });
    return { key: "server-key", endpoint, quiet, waiting };
  };
}

/** Restore the browser of the test. */
export function notPushing(): void {
  for (const name of ["serviceWorker", "setAppBadge", "clearAppBadge"])
    Reflect.deleteProperty(navigator, name);
}
