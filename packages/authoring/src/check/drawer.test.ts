import type { FormLayout } from "@withholding-forms/pdf";
import { expect, test } from "vitest";
import { startDrawer } from "./drawer.js";

const layout = {} as FormLayout;

test("a thread that cannot start fails every drawing, including later ones", async () => {
  const drawer = startDrawer(new URL("data:text/javascript,throw new Error('broken')"));
  await expect(drawer.draw(layout)).rejects.toThrow("broken");
  await expect(drawer.draw(layout)).rejects.toThrow("broken");
  await drawer.close();
});
