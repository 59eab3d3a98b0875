import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };

declare global {
  interface Window {
    /** The first search leaves it in the document. */
    axe: { run(part: string, options: object): Promise<{ violations: Violation[] }> };
  }
}

const describe = (violations: Violation[]) =>
  violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join('; ')}`,
  );

export type SearchOptions = {
  /** A selector: the rest of the document is not searched. */
  part?: string | undefined;
  /** Looks into frames of other origins too, which takes a second page and several times as long. */
  framesDocument?: boolean | undefined;
};

/** Searches the document with every rule. */
export async function findViolations(
  page: Page,
  { part = 'html', framesDocument }: SearchOptions = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include(part);
  if (!framesDocument) axe.options({ resultTypes: ['violations'], iframes: false }).setLegacyMode();
  return describe((await axe.withTags(tags).analyze()).violations);
}

/** What a window's size and the colour scheme change. */
const visualRules = ['color-contrast', 'target-size'];

/** Searches a document that was searched before for some rules only. */
export async function findVisualViolations(
  page: Page,
  { part = 'html', framesDocument }: SearchOptions = {},
  rules = visualRules,
): Promise<string[]> {
  if (framesDocument) return describe((await new AxeBuilder({ page }).withRules(rules).analyze()).violations);
  const violations = await page.evaluate(
    async ([selector, values]) =>
      (
        await window.axe.run(selector, {
          runOnly: { type: 'rule', values },
          resultTypes: ['violations'],
          iframes: false,
        })
      ).violations,
    [part, rules] as const,
  );
  return describe(violations);
}
