import type { ReactNode, Ref } from 'react';
import type { BatchProgress } from '#contract/progress/calls';
import {
  batchAddress,
  filterValue,
  parseFilter,
  type BatchView,
  messageAddress,
  taskFilter,
  type StatusFilter,
} from '#contract/progress/batch-view';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { taskLabel } from '../../lib/task-label.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { countOf } from '../../ui/format-number.ts';
import styles from './batch.module.css';
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

const filterNames: Readonly<Record<StatusFilter, string>> = {
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
  picture,
}: {
  view: BatchView;
  first: BatchProgress;
  loadId: number;
  searchField: Ref<HTMLDivElement>;
  tools: ReactNode;
  picture: ReactNode;
}) {
  const { name: batch } = first.batch;
  const options = Object.entries(filterNames).map(([filter, name]) => (
    <option key={filter} value={filter}>
      {name}
    </option>
  ));
  const missing = tasks.map((task) => (
    <option key={task} value={taskFilter(task)}>
      {`Not submitted: ${taskLabel(task)}`}
    </option>
  ));
  const isChosen = view.q !== '' || view.filter !== null || view.project !== null;
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
              <optgroup label="Status">{options}</optgroup>
              <optgroup label="One task">{missing}</optgroup>
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
      tools={
        <>
          {isChosen && first.students.length > 0 && (
            <ButtonLink small variant="secondary" to={messageAddress(batch, view)}>
              {first.next === null
                ? `Message ${countOf(first.students.length, 'student')}`
                : 'Message these students'}
            </ButtonLink>
          )}
          {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
          {tools}
        </>
      }
    >
      <div className={styles['beside']}>
        <BatchPages key={loadId} view={view} first={first} />
        {picture}
      </div>
    </FilteredList>
  );
}
