import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { escapeHtml } from '#contract/escape-html';
import { textAcademyName, type TextPage } from '#contract/screens';
import { pageContext } from '../../lib/page/server-call.ts';
import { PageBody } from '../../ui/frame.tsx';
import { HtmlProse } from '../../ui/prose.tsx';

/** HTML. */
const ownTexts: Record<TextPage, () => Promise<{ default: string }>> = {
  '/terms': () => import('../../texts/terms.md'),
  '/privacy': () => import('../../texts/privacy.md'),
};

/** The operator's text, or the portal's own, as HTML. */
export const textLoader =
  (address: TextPage) =>
  async ({ context }: LoaderFunctionArgs): Promise<string> => {
    const page = context.get(pageContext);
    const html = page.readText(address) ?? (await ownTexts[address]()).default;
    return html.replaceAll(textAcademyName, () => escapeHtml(page.site.academy.name));
  };

export function PageText() {
  return (
    <PageBody width="reading">
      <HtmlProse html={useLoaderData<string>()} />
    </PageBody>
  );
}
