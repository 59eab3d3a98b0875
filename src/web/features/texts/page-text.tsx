import { useEffect, useState } from 'react';
import { placeholders, textElement, textPages, type TextPage } from '#contract/screens';
import { PageBody } from '../../ui/frame.tsx';
import { HtmlProse } from '../../ui/html-prose.tsx';

/** The text with which this page came, read before anything can take it out of the page. */
const came = typeof document === 'undefined' ? null : document.getElementById(textElement);
const cameHtml = came?.innerHTML ?? '';

function textOf(page: TextPage): string {
  if (typeof document === 'undefined') return placeholders.text;
  if (came?.dataset['page'] === page) return cameHtml;
  // Links to these pages reload the document; only the development server, which fills nothing in, leads here.
  return `<h1>${textPages[page].title}</h1><p><a href="${page}">Load this page again</a> to read it.</p>`;
}

/**
 * A page of words. The build writes the portal's own into it, the server the operator's: only a page that comes from the
 * server holds them.
 */
export function PageText({ page }: { page: TextPage }) {
  const [html, setHtml] = useState(() => textOf(page));
  useEffect(() => {
    if (import.meta.env.DEV)
      void import('./development-text.ts').then(({ developmentText }) => developmentText(page)).then(setHtml);
  }, [page]);
  return (
    <PageBody width="reading">
      <HtmlProse id={textElement} page={page} html={html} />
    </PageBody>
  );
}
