import type { Page } from '@playwright/test';

/** A keyboard that counts: words are typed, everything else is an act. */
export class Keyboard {
  acts = 0;
  characters = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A key, or keys that are pressed together: one act. */
  async press(keys: string): Promise<void> {
    this.acts += 1;
    await this.#page.keyboard.press(keys);
  }

  /** The words themselves. */
  async type(text: string): Promise<void> {
    this.characters += text.length;
    await this.#page.keyboard.type(text);
  }
}
