import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { escapeHtml } from '#contract/escape-html';
import { textAcademyName, type TextPage } from '#contract/screens';
import { pageContext } from '../../lib/page/server-call.ts';
import { PageBody } from '../../ui/frame.tsx';
import { Row } from '../../ui/layout.tsx';
import { HtmlProse } from '../../ui/prose.tsx';

/** HTML. */
const ownTexts: Record<TextPage, () => Promise<{ default: string }>> = {
  '/terms': () => import('../../texts/terms.md'),
  '/privacy': () => import('../../texts/privacy.md'),
};

type Language = { code: string; name: string; to: string };
type Text = { html: string; code: string; languages: Language[] };

/** In the language itself, by the server: browsers know fewer. */
const languageAt = (to: string, code: string): Language => ({
  code,
  name: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code,
  to,
});

/** The operator's text, or the portal's own, as HTML, in the address's language. */
export const textLoader =
  (address: TextPage) =>
  async ({ context, params }: LoaderFunctionArgs): Promise<Text> => {
    const page = context.get(pageContext);
    const code = params['language']?.toLowerCase() ?? 'en';
    const shown = params['language'] === undefined ? address : `${address}/${code}`;
    const html =
      page.readText(shown) ?? (shown === address ? (await ownTexts[address]()).default : undefined);
    if (html === undefined) throw redirect(address);
    const translations = page.listTexts().filter((to) => to.startsWith(`${address}/`));
    return {
      html: html.replaceAll(textAcademyName, () => escapeHtml(page.site.academy.name)),
      code,
      languages:
        translations.length === 0
          ? []
          : [
              languageAt(address, 'en'),
              ...translations.toSorted().map((to) => languageAt(to, to.slice(address.length + 1))),
            ],
    };
  };

export function PageText() {
  const { html, code, languages } = useLoaderData<Text>();
  return (
    <PageBody width="reading">
      {languages.length > 0 && (
        <Row as="nav" gap={4} aria-label="Languages">
          {languages.map(({ code: other, name, to }) =>
            other === code ? (
              <strong key={other} lang={other} aria-current="page">
                {name}
              </strong>
            ) : (
              <a key={other} href={to} lang={other} hrefLang={other}>
                {name}
              </a>
            ),
          )}
        </Row>
      )}
      <div lang={code} dir="auto">
        <HtmlProse html={html} />
      </div>
    </PageBody>
  );
}
