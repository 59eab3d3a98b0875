import type { ReactNode, Ref } from 'react';
import type { BatchProgress } from '#contract/progress/calls';
import {
  batchAddress,
  filterValue,
  parseFilter,
  type BatchView,
  type ProgressFilter,
} from '#contract/progress/batch-view';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { taskLabel } from '../../lib/task-label.ts';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { BatchPages } from './batch-pages.tsx';

const sortNames: Readonly<Record<BatchView['sort'], string>> = {
  behind: 'Furthest behind first',
  name: 'By name',
  seen: 'By last visit, oldest first',
  ...(Object.fromEntries(tasks.map((task) => [task, `By ${taskLabel(task)}`])) as Record<
    (typeof tasks)[number],
    string
  >),
};

const filterNames: Readonly<Record<ProgressFilter, string>> = {
  unsubmitted: 'Nothing submitted yet',
  silent: 'Not seen for 7 days',
  late: 'Has late work',
  waiting: 'Entered another batch at signup',
};

/** As a table or as arches. */
export function BatchStudents({
  view,
  first,
  loadId,
  searchField,
  tools,
}: {
  view: BatchView;
  first: BatchProgress;
  loadId: number;
  searchField: Ref<HTMLDivElement>;
  tools: ReactNode;
}) {
  const { name: batch } = first.batch;
  const options = Object.entries(filterNames).map(([filter, name]) => (
    <option key={filter} value={filter}>
      {name}
    </option>
  ));
  const projects = first.projects.map(({ id, name }) => (
    <option key={id} value={filterValue({ filter: null, project: id })}>
      {name}
    </option>
  ));
  return (
    <FilteredList
      label={`Students of ${batch}`}
      search={{
        name: 'q',
        label: 'Name or email',
        maxLength: limits.email,
        shortcut: '/',
      }}
      searchField={searchField}
      filters={[
        {
          name: 'filter',
          label: 'Show',
          options: (
            <>
              <option value="">Everybody</option>
              {options}
              <optgroup label="One project">{projects}</optgroup>
            </>
          ),
        },
        {
          name: 'sort',
          label: 'Order',
          options: Object.entries(sortNames).map(([sort, name]) => (
            <option key={sort} value={sort}>
              {name}
            </option>
          )),
        },
      ]}
      values={{ q: view.q, filter: filterValue(view), sort: view.sort }}
      hidden={view.as === 'arches' ? { as: 'arches' } : {}}
      addressOf={({ q = '', filter = '', sort }) =>
        batchAddress(batch, { as: view.as, q, ...parseFilter(filter), sort: sort as BatchView['sort'] })
      }
      tools={tools}
    >
      <BatchPages key={loadId} view={view} first={first} />
    </FilteredList>
  );
}
