import { useEffect } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { HomeWords } from '#contract/catalogue/appearance';
import type { CatalogueItem } from '#contract/page-rendering';
import { homeLinkOf } from '#contract/home-links';
import { pageTitle, portalName } from '#contract/portal-name';
import { homeOf } from '#contract/screens';
import { Arch } from '../features/courses/arch.tsx';
import { Catalogue, ownParagraph, ownSteps, Steps } from '../features/courses/programme.tsx';
import { usePublicReader } from '../features/frame/public-reader.ts';
import { pageContext } from '../lib/page/server-call.ts';
import { reloadDocument } from '../lib/page/screen-loader.ts';
import { useSite } from '../lib/page/site.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import styles from './home.module.css';

function WayIn() {
  const user = usePublicReader();
  return user === null ? (
    <ButtonLink to="/signup" variant="secondary">
      Sign up with your batch
    </ButtonLink>
  ) : (
    <ButtonLink to={homeOf(user)} variant="secondary">
      {homeLinkOf(user)}
    </ButtonLink>
  );
}

type LoaderData = { academyName: string; words: HomeWords; catalogue: CatalogueItem[] };

export async function loader({ context }: LoaderFunctionArgs): Promise<LoaderData> {
  const page = context.get(pageContext);
  const { name } = page.site.academy;
  return { academyName: name, words: page.readHomeWords(), catalogue: await page.readCatalogue() };
}
/** The document's data; only a page carries the catalogue. */
let loaded: LoaderData | undefined;

export const clientLoader = (args: LoaderFunctionArgs): LoaderData | Promise<never> =>
  loaded ?? reloadDocument(args);

/** With the academy's name already: a second one says nothing. */
function titleOf(academy: string): string {
  const title = `${academy} student portal`;
  return portalName(academy) === academy ? title : pageTitle(title);
}

export const meta = ({ loaderData }: { loaderData?: LoaderData }) => [
  { title: loaderData === undefined ? pageTitle('student portal') : titleOf(loaderData.academyName) },
  {
    name: 'description',
    content:
      'Choose one project, build it week by week with a mentor’s help, and explain it in your viva voce.',
  },
];

export default function Home() {
  const data = useLoaderData<LoaderData>();
  useEffect(() => void (loaded = data), [data]);
  const { academy } = useSite();
  const { words } = data;
  return (
    <>
      <div className={styles['hero']}>
        <div className={styles['heroInner']}>
          <Stack gap={5} className={styles['words']}>
            <h1>{words.heading ?? `Build Your Career With ${academy.name}`}</h1>
            <p className={styles['promise']}>{words.paragraph ?? ownParagraph}</p>
            <Row gap={3}>
              <ButtonLink to="#programme" reloadDocument>
                Explore more
              </ButtonLink>
              <WayIn />
            </Row>
          </Stack>
          <Arch />
        </div>
      </div>
      <section id="programme" tabIndex={-1} className={styles['section']} aria-labelledby="how">
        <h2 id="how">How the programme works</h2>
        <Steps steps={words.steps ?? ownSteps} />
      </section>
      <section id="projects" tabIndex={-1} className={styles['section']} aria-labelledby="what">
        <h2 id="what">Projects to choose from</h2>
        {data.catalogue.length === 0 ? (
          <p>The academy has not published its projects yet.</p>
        ) : (
          <Catalogue projects={data.catalogue} />
        )}
      </section>
    </>
  );
}
