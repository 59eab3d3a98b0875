import { useLoaderData } from 'react-router';
import { PageBody } from '../../ui/frame.tsx';
import { HtmlProse } from '../../ui/html-prose.tsx';

export function PageText() {
  return (
    <PageBody width="reading">
      <HtmlProse html={useLoaderData<string>()} />
    </PageBody>
  );
}
