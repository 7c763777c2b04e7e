import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, createRawSnippet } from "svelte";
import { describe, expect, test, vi } from "vitest";
import TilePicture from "../tiles/TilePicture.svelte";
import Avatar from "./Avatar.svelte";
import CopyLink from "./CopyLink.svelte";
import Dialog from "./Dialog.svelte";
import { avatarFor } from "./people";
import RadioGroup from "./RadioGroup.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>Inside</p>" }));

describe("a dialog", () => {
  test("is modal while it is open, and its button closes it", async () => {
    render(Dialog, { open: true, title: "A question", children });
    const dialog = screen.getByRole("dialog", { name: "A question" });
    expect(dialog).toHaveAttribute("open");
    expect(screen.getByText("Inside")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(dialog).not.toHaveAttribute("open");
    expect(screen.queryByText("Inside")).not.toBeInTheDocument();
  });

  test("draws nothing before it is opened", async () => {
    const { rerender } = render(Dialog, { open: false, title: "A question", children });
    expect(screen.queryByText("Inside")).not.toBeInTheDocument();
    await rerender({ open: true });
    expect(screen.getByText("Inside")).toBeInTheDocument();
  });
});

describe("a link to pass on", () => {
  test("is copied, and says so", async () => {
    const user = userEvent.setup();
    render(CopyLink, { link: "https://example.org/t/1", label: "Invitation" });
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe("https://example.org/t/1");
    expect(screen.getByRole("status")).toHaveTextContent("Copied");
  });

  test("is copied the old way where there is no clipboard", async () => {
    const user = userEvent.setup();
    const copy = vi.fn(() => true);
    Object.assign(document, { execCommand: copy });
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    render(CopyLink, { link: "https://example.org/t/1", label: "Invitation" });
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(copy).toHaveBeenCalledWith("copy");
    expect(screen.getByRole("button", { name: "Copied" })).toBeInTheDocument();
  });
});

test("a group of radio buttons tells what was chosen", async () => {
  const onchange = vi.fn();
  const options = [
    { value: "a", label: "First" },
    { value: "b", label: "Second" },
  ];
  render(RadioGroup, { legend: "Which", options, value: "a", about: "Choose one.", onchange });
  expect(screen.getByRole("group", { name: "Which" })).toHaveAccessibleDescription("Choose one.");
  expect(screen.getByRole("radio", { name: "First" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Second" }));
  expect(onchange).toHaveBeenCalledExactlyOnceWith("b");
});

test("a picture of a tile has its name, unless words beside it say the same", async () => {
  const { rerender } = render(TilePicture, { tile: "Ro" });
  expect(screen.getByRole("img", { name: "red circle" })).toBeInTheDocument();
  await rerender({ decorative: true });
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});

test("people have an animal: the one they chose, or always the same for their name", () => {
  const drawn = (props: ComponentProps<typeof Avatar>) => render(Avatar, props).container.innerHTML;
  expect(drawn({ name: "Émile" })).toBe(drawn({ name: "Émile" }));
  expect(drawn({ name: "Émile", face: "cat" })).toBe(drawn({ name: "Ann", face: "cat" }));
  expect(drawn({ name: "Émile", face: "cat" })).not.toBe(drawn({ name: "Émile", face: "dog" }));
  expect(drawn({ name: "Émile", seat: 0 })).not.toBe(drawn({ name: "Émile", seat: 1 }));
  expect(new Set(["Ann", "Ben", "Cem", "Dora", "Eva"].map(avatarFor)).size).toBeGreaterThan(2);
});
