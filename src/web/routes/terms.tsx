import { pageTitle, textPages } from '#contract/screens';
import { PageText } from '../features/texts/page-text.tsx';

export const meta = () => [
  { title: pageTitle(textPages['/terms'].title) },
  { name: 'description', content: 'What students and the academy may expect of each other on this portal.' },
];

export default function Terms() {
  return <PageText page="/terms" />;
}
