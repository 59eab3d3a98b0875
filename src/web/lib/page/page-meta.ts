import type { MetaDescriptor } from 'react-router';
import type { Site } from '#contract/page-rendering';
import { pageTitle } from '#contract/portal-name';

/** The root's data comes with each page, once. */
type Rendered = { matches: readonly ({ loaderData?: unknown } | undefined)[] };

export const academyOf = ({ matches: [root] }: Rendered): string | undefined =>
  (root?.loaderData as { site?: Site } | undefined)?.site?.academy.name;

/** A screen's title in the tab, under the academy's name, and what else it says of itself. */
export const pageMeta =
  (title: string, ...more: MetaDescriptor[]) =>
  (rendered: Rendered): MetaDescriptor[] => [{ title: pageTitle(title, academyOf(rendered)) }, ...more];
