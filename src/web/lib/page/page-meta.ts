import type { MetaDescriptor } from 'react-router';
import type { Site } from '#contract/page-rendering';
import { pageTitle } from '#contract/portal-name';

/** The root's data comes with each page, once. */
type Rendered = { matches: readonly ({ loaderData?: unknown } | undefined)[] };

/** A screen's title in the tab, under the academy's name, and what else it says of itself. */
export const pageMeta =
  (title: string, ...more: MetaDescriptor[]) =>
  ({ matches: [root] }: Rendered): MetaDescriptor[] => {
    const data = root?.loaderData as { site?: Site } | undefined;
    return [{ title: pageTitle(title, data?.site?.academy.name) }, ...more];
  };
