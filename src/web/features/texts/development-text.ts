import { textAcademyName, type TextPage } from '#contract/screens';
import { initialData } from '../../lib/initial-data.ts';

const sources: Record<TextPage, () => Promise<{ default: string }>> = {
  '/terms': () => import('../../texts/terms.md?raw'),
  '/privacy': () => import('../../texts/privacy.md?raw'),
};

/** A legal page as HTML, for the development server, which writes no text into its pages: always the built-in text. */
export async function developmentText(page: TextPage): Promise<string> {
  const [{ default: MarkdownIt }, { default: source }] = await Promise.all([
    import('markdown-it'),
    sources[page](),
  ]);
  return new MarkdownIt({ html: false }).render(source.replaceAll(textAcademyName, initialData.academy.name));
}
