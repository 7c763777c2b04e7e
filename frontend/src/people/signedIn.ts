/** Whether somebody is signed in on this device: without it, no request is needed. */

const KEY = "qwirkle.signed-in";

export function isSignedIn(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function setSignedIn(isIn: boolean): void {
  if (isIn) localStorage.setItem(KEY, "1");
  else localStorage.removeItem(KEY);
}
