/**
 * Functions of SQLite that the program's statements call, for PostgreSQL. So a statement is written once. Dates are of
 * seconds since 1970, as `unixepoch` says.
 */
export const SQLITE_FUNCTIONS: readonly string[] = [
  // Numbers of a JSON list: ids are looked for in it, since a statement takes no list of any length.
  `create or replace function json_each(list text) returns table (value bigint) language sql immutable strict
    as $$ select text::bigint from json_array_elements_text(list::json) as each(text) $$`,
  // A document by hand may be no JSON at all.
  `create or replace function json_valid(document text) returns boolean language plpgsql immutable strict as $$
    begin
      perform document::json;
      return true;
    exception when others then
      return false;
    end $$`,
  // Paths are names of fields at the top, as in \`$.instruments\`.
  `create or replace function json_array_length(document text, path text) returns bigint language sql immutable strict
    as $$ select case json_typeof(list) when 'array' then json_array_length(list) else 0 end
      from (select document::json -> substr(path, 3) as list) as found $$`,
  `create or replace function add_if(total bigint, counted boolean) returns bigint language sql immutable
    as $$ select total + case when counted then 1 else 0 end $$`,
  'create or replace aggregate sum(boolean) (sfunc = add_if, stype = bigint, initcond = 0)',
  `create or replace function date(seconds bigint, unit text) returns text language sql immutable strict
    as $$ select to_char(to_timestamp(seconds) at time zone 'UTC', 'YYYY-MM-DD') $$`,
  `create or replace function max(a bigint, b bigint) returns bigint language sql immutable
    as $$ select case when a is null or b is null then null else greatest(a, b) end $$`,
  `create or replace function max(a numeric, b numeric) returns numeric language sql immutable
    as $$ select case when a is null or b is null then null else greatest(a, b) end $$`,
  `create or replace function max(a text, b text) returns text language sql immutable
    as $$ select case when a is null or b is null then null else greatest(a, b) end $$`,
  `create or replace function min(a bigint, b bigint) returns bigint language sql immutable
    as $$ select case when a is null or b is null then null else least(a, b) end $$`,
];
