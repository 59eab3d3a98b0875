import axe from 'axe-core';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

export type SearchOptions = {
  /** A selector: the rest of the document is not searched. */
  part?: string | undefined;
  /** Searches the documents in its frames, too. */
  framesDocument?: boolean | undefined;
};

async function search(
  page: Page,
  { part = 'html', framesDocument = false }: SearchOptions,
  runOnly: axe.RunOnly,
): Promise<string[]> {
  const found: string[] = [];
  for (const frame of framesDocument ? page.frames() : [page.mainFrame()]) {
    // Once a document: it is long.
    if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(axe.source);
    const { violations } = await frame.evaluate(([context, options]) => window.axe!.run(context, options), [
      frame === page.mainFrame() ? part : 'html',
      { runOnly, resultTypes: ['violations'], iframes: false } satisfies axe.RunOptions,
    ] as const);
    for (const { id, nodes } of violations)
      found.push(
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join('; ')}`,
      );
  }
  return found;
}

/** Searches the document with every rule. */
export const findViolations = (page: Page, options: SearchOptions = {}) =>
  search(page, options, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });

/** Searches for what a window's size and the colour scheme change. */
export const findVisualViolations = (
  page: Page,
  options: SearchOptions = {},
  rules = ['color-contrast', 'target-size'],
) => search(page, options, { type: 'rule', values: rules });
