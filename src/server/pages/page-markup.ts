import type { InitialData } from '#contract/initial-data';
import { placeholders, textAcademyName, textElement } from '#contract/screens';
import { escapeHtml } from '../platform/escape-html.ts';
import type { BuiltPage } from './page-build.ts';

/** JSON that can stand inside a script element: no `<` ends it or begins a comment. */
export function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Repeats the list item that holds the placeholders of a project, once for each project; its place stays empty for none. */
function fillCatalogue(html: string, catalogue: InitialData['catalogue']): string {
  const placeholder = html.indexOf(placeholders.projectName);
  if (placeholder === -1) return html;
  const from = html.lastIndexOf('<li', placeholder);
  const to = html.indexOf('</li>', placeholder) + '</li>'.length;
  const item = html.slice(from, to);
  const items = catalogue.map((project) =>
    item
      .replaceAll(placeholders.projectName, () => escapeHtml(project.name))
      .replaceAll(placeholders.projectCourse, () => escapeHtml(project.course))
      .replaceAll(placeholders.projectDetails, () => escapeHtml(project.details))
      .replaceAll(placeholders.projectPicture, () => escapeHtml(project.backgroundImage)),
  );
  return html.slice(0, from) + items.join('') + html.slice(to);
}

/** Replaces the portal's own text in the page of terms or privacy. */
function fillText(html: string, text: string, academyName: string): string {
  const element = html.indexOf(`<article id="${textElement}"`);
  const from = html.indexOf('>', element) + 1;
  const to = html.indexOf('</article>', from);
  if (element === -1 || to === -1) throw new Error('The built page has no placeholder for a text.');
  return `${html.slice(0, from)}${text.replaceAll(textAcademyName, () => escapeHtml(academyName))}${html.slice(to)}`;
}

/**
 * A public page with everything written in that a build cannot know.
 * @param text HTML that replaces the portal's own text, on the pages of terms and privacy
 */
export function fillPage(html: string, initialData: InitialData, text?: string): string {
  const isHome = html.includes(placeholders.projectName);
  // The initial data go in after the other placeholders, a text after both: nothing in them is taken for a placeholder.
  const filled = fillCatalogue(html, initialData.catalogue)
    .replaceAll(placeholders.academyName, () => escapeHtml(initialData.academy.name))
    .replace(placeholders.initialData, () =>
      jsonInPage(isHome ? initialData : { ...initialData, catalogue: [] }),
    );
  return text === undefined ? filled : fillText(filled, text, initialData.academy.name);
}

/** The Content Security Policy (CSP) of a page: its own scripts by their hashes, frames from the document hosts, nothing else from elsewhere. */
export function pagePolicy(page: BuiltPage, frameHosts: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...page.scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${["'self'", ...frameHosts.map((host) => `https://${host}`)].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
