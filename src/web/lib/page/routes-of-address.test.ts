import { expect, test } from 'vitest';
import { routesOfAddress } from './routes-of-address.ts';

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'public', parentId: 'root' },
    { id: 'home', parentId: 'public', path: undefined },
    { id: 'login', parentId: 'public', path: 'login' },
    { id: 'terms', parentId: 'public', path: 'terms/:language?' },
    { id: 'missing', parentId: 'public', path: '*' },
    { id: 'frame', parentId: 'root' },
    { id: 'dashboard', parentId: 'frame', path: 'StudentDashboard' },
    { id: 'desk', parentId: 'frame', path: 'staff' },
    { id: 'people', parentId: 'frame', path: 'staff/people' },
    { id: 'person', parentId: 'frame', path: 'staff/people/:s_id' },
    { id: 'receipt', parentId: 'frame', path: ':kind/print' },
    { id: 'about', parentId: 'frame', path: 'staff/en?/about' },
  ].map((route) => [route.id, route]),
);
const find = routesOfAddress(routes);
const leavesOf = (pathname: string) =>
  [...(find(pathname)?.ids() ?? [])].filter((id) => !/^(root|public|frame)$/.test(id));

test.each([
  ['/', ['home', 'missing']],
  ['/login', ['home', 'login', 'missing']],
  ['/Terms/ml', ['home', 'terms', 'missing']],
  ['/studentdashboard', ['home', 'missing', 'dashboard']],
  ['/StudentDashboard.data', ['home', 'missing', 'dashboard']],
  ['/%53tudentDashboard', ['home', 'missing', 'dashboard']],
  ['/staff/people/asha@example.test/tasks', ['home', 'missing', 'desk', 'people', 'person', 'about']],
  ['/anything/print', ['home', 'missing', 'receipt']],
  ['/nothing', ['home', 'missing']],
])('%s can be one of few routes', (pathname, expected) => {
  expect(leavesOf(pathname)).toEqual(expected);
});

test('an address that cannot be read is left to all routes, and addresses share few keys', () => {
  expect(find('/%ff')).toBeNull();
  expect(find('/staff/people/one')?.key).toBe(find('/staff/people/two')?.key);
  expect(find('/nothing')?.key).toBe(find('/never')?.key);
  expect(find('/staff/people')?.ids()).toContain('root');
});
