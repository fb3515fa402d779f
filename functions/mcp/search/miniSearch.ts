// A module of its own, loaded with the first search of an isolate.
export { default as MiniSearch } from 'minisearch'
