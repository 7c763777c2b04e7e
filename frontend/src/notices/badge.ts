/** The number on the icon of the installed app. */

export function showBadge(count: number): void {
  // Only an installed app has one.
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => {});
}
