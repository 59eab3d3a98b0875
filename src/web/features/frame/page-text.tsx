import { useLoaderData } from 'react-router';
import { PageBody } from '../../ui/frame.tsx';
import { HtmlProse } from '../../ui/html-prose.tsx';

/** A legal page: the operator's words, or the portal's own. */
export function PageText() {
  return (
    <PageBody width="reading">
      <HtmlProse html={useLoaderData<string>()} />
    </PageBody>
  );
}
