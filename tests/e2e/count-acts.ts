import type { BrowserContext, TestInfo } from '@playwright/test';

/** What people do in a browser: clicks and taps, keys pressed, and fields filled in. */
export type Acts = { clicks: number; keys: number; fields: number };

/** Counts what is done in the pages that a browser context opens from now on. */
export async function countActs(context: BrowserContext, acts: Acts): Promise<void> {
  await context.exposeFunction('countAct', (kind: keyof Acts) => void (acts[kind] += 1));
  await context.addInitScript(() => {
    const count = (kind: string) => (window as unknown as { countAct(kind: string): void }).countAct(kind);
    let filled: EventTarget | null = null;
    const options = { capture: true };
    // A key on a button is a click without a pointer: it is counted as a key.
    addEventListener('click', (event) => event.detail > 0 && count('clicks'), options);
    addEventListener('keydown', () => count('keys'), options);
    addEventListener('focusin', () => (filled = null), options);
    addEventListener(
      'input',
      ({ target }) => {
        const isClicked = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
        if (isClicked || target === filled) return;
        filled = target;
        count('fields');
      },
      options,
    );
  });
}

/** Prints what a walk took, and keeps it with the test's result. */
export function reportActs(info: TestInfo, what: string, { clicks, keys, fields }: Acts): void {
  const description = `${what}: ${clicks} clicks, ${keys} keys, ${fields} fields`;
  info.annotations.push({ type: 'acts', description });
  console.log(description);
}
