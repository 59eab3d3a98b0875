import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router';
import type { RenderScreen, InitialAnswers, ScreenToRender } from '#contract/screens';
import { initialData } from './lib/initial-data.ts';
import { setInitialAnswers } from './lib/client.ts';
import { rememberSession } from './lib/session.ts';
import Root from './root.tsx';
import SignedInFrame from './routes/signed-in-frame.tsx';

type Screen = {
  default: React.ComponentType;
  clientLoader?: (to: { request: Request; params: Record<string, string | undefined> }) => Promise<unknown>;
};
const screens = import.meta.glob<Screen>(['./routes/*.tsx', '!./routes/{public-frame,signed-in-frame}.tsx']);

/** How many readers may wait for a drawing; whoever comes then gets the shell, and the browser draws. */
const mostWaiting = 8;
let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();

/** Answers for the loaders, and whether they asked for any other. */
function watched(answers: InitialAnswers) {
  let isWhole = true;
  const first = new Proxy(
    { ...answers },
    {
      get(given, address: string) {
        if (given[address] === undefined) isWhole = false;
        return given[address] ?? { status: 503, body: undefined };
      },
    },
  );
  return { first, isWhole: () => isWhole };
}

const readOnly: Record<string, string> = {
  input: ' readonly=""',
  textarea: ' readonly=""',
  select: ' disabled=""',
};

/**
 * A form cannot be sent before its script is there, and what was typed into this drawing would be gone with it: it is
 * for the eyes, its links for the hand too. A picked file would be lost without a word, so that its field comes later;
 * and a document is fetched once, by the screen itself.
 */
function forTheEyes(html: string): string {
  return html
    .replaceAll(/<input\b(?=[^>]* type="file")[^>]* (class="[^"]*")[^>]*>/g, '<div $1></div>')
    .replaceAll(
      /<(button|input|textarea|select)(?=[\s>])/g,
      (_, name: string) => `<${name} inert=""${readOnly[name] ?? ''}`,
    )
    .replaceAll(/(<iframe\b[^>]*?) src="[^"]*"/g, '$1');
}

async function draw({ route, pattern, url, student, answers, academy, maxUploadBytes }: ScreenToRender) {
  const screen = await screens[`./routes/${route}.tsx`]?.();
  if (screen === undefined) return null;
  Object.assign(initialData, { academy, maxUploadBytes });
  rememberSession(student);
  const { first, isWhole } = watched(answers);
  setInitialAnswers(first);
  const load = screen.clientLoader;
  const routes: RouteObject[] = [
    {
      id: 'root',
      Component: Root,
      children: [
        {
          id: 'routes/signed-in-frame',
          Component: SignedInFrame,
          loader: () => student,
          children: [
            {
              id: `routes/${route}`,
              path: pattern,
              Component: screen.default,
              ...(load && { loader: ({ request, params }) => load({ request, params }) }),
            },
          ],
        },
      ],
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(url, 'http://portal.invalid')));
  // Led elsewhere, refused, or in want of an answer: the browser sees to that.
  if (context instanceof Response || context.errors !== null || !isWhole()) return null;
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  // React leaves a part that failed to the browser and goes on.
  if (html.includes('<!--$!-->')) throw new Error(`A part of ${route} cannot be drawn without a browser.`);
  return forTheEyes(html);
}

/** One after the other: the loaders read what came with a page from one place. */
const drawScreen: RenderScreen = (screen) => {
  if (waiting >= mostWaiting) return Promise.resolve(null);
  waiting += 1;
  const drawing = turn.then(() => draw(screen)).finally(() => (waiting -= 1));
  turn = drawing.catch(() => undefined);
  return drawing;
};
export default drawScreen;
