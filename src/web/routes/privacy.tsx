import { textPages } from '#contract/screens';
import { PageText, textLoader } from '../features/frame/page-text.tsx';
import { reloadDocument } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta(textPages['/privacy'].title, {
  name: 'description',
  content: 'Which data this portal stores about you, why, and who sees it.',
});

export const loader = textLoader('/privacy');
export const clientLoader = reloadDocument;

export default function Privacy() {
  return <PageText />;
}
