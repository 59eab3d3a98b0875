import { pageTitle, textPages } from '#contract/screens';
import { PageText } from '../features/texts/page-text.tsx';

export const meta = () => [
  { title: pageTitle(textPages['/privacy'].title) },
  { name: 'description', content: 'Which data this portal keeps about you, why, and who sees it.' },
];

export default function Privacy() {
  return <PageText page="/privacy" />;
}
