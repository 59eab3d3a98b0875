import { useEffect, useState } from 'react';
import { placeholders, textElement, textPages, type TextPage } from '#contract/screens';
import { PageBody } from '../../ui/frame.tsx';
import { HtmlProse } from '../../ui/html-prose.tsx';

/** The text that the server wrote into this page, read before React can remove it. */
const serverElement = typeof document === 'undefined' ? null : document.getElementById(textElement);
const serverHtml = serverElement?.innerHTML ?? '';

function textOf(page: TextPage): string {
  if (typeof document === 'undefined') return placeholders.text;
  if (serverElement?.dataset['page'] === page) return serverHtml;
  // Links to these pages reload the document; only the development server navigates here on the client.
  return `<h1>${textPages[page].title}</h1><p><a href="${page}">Load this page again</a> to read it.</p>`;
}

/**
 * A legal page. The build writes the built-in text into it, the server the operator's, so only a page loaded from the server
 * has the right text.
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
