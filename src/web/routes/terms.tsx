import { textPages } from '#contract/screens';
import { PageText, textLoader } from '../features/frame/page-text.tsx';
import { reloadDocument } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta(textPages['/terms'].title, {
  name: 'description',
  content: 'The rules for students and the academy on this portal.',
});

export const loader = textLoader('/terms');
export const clientLoader = reloadDocument;

export default function Terms() {
  return <PageText />;
}
