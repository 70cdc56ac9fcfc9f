import type { ReactNode } from 'react';
import { dayAndClock } from './format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of objects. Columns are the members of the first rows. */
export function TableView({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const columns = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS);
  const shown = rows.slice(0, MAX_ROWS);
  const classOf = (column: string): string | undefined =>
    shown.every((row) => typeof row[column] === 'number') ? 'number' : undefined;
  return (
    <div className="table-box" role="region" aria-label="Result as a table" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={classOf(column)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column} className={classOf(column)}>
                  {cell(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <p className="note">{rows.length - shown.length} more rows are not shown.</p>}
    </div>
  );
}

/** The rows in a value: the value itself, or its only member that is a list of objects. */
export function rowsOf(value: unknown): readonly Row[] | undefined {
  if (isRows(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const lists = Object.values(value).filter(isRows);
  return lists.length === 1 ? lists[0] : undefined;
}

function isRows(value: unknown): value is readonly Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  );
}

function cell(value: unknown): ReactNode {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (!ISO_TIME.test(value)) return value;
  return (
    <time className="time" dateTime={value} title={value}>
      {dayAndClock(Date.parse(value))}
    </time>
  );
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const MAX_COLUMNS = 12;
const MAX_ROWS = 500;
