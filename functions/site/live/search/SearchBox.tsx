import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createSearch, type Found } from './createSearch.ts'
import type { SearchEntry } from './SearchEntry.ts'
import { useLive } from './useLive.ts'

interface SearchBoxProps {
  /** Undefined until the index has been read, null if it could not be. */
  readonly index: readonly SearchEntry[] | null | undefined
  readonly query: string
  readonly onRetry: () => void
}

/** A field and what it finds. The arrows choose, Enter goes there (WAI-ARIA: combobox with a listbox). */
export function SearchBox({ index, query: first, onRetry }: SearchBoxProps) {
  const [query, setQuery] = useState(first)
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const search = useMemo(() => (index ? createSearch(index) : undefined), [index])
  const live = useLive(query)
  const pages = useMemo(() => (query.trim() === '' ? [] : (search?.(query) ?? [])), [search, query])
  const groups = live.entries.length === 0 ? pages : [{ kind: 'On this chain', entries: live.entries }, ...pages]
  const found = groups.flatMap(({ entries }) => entries)
  // The chosen entry stays chosen when results from the chain are inserted above it.
  useEffect(() => setChosen((chosen) => (chosen === 0 ? 0 : chosen + live.entries.length)), [live.entries])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    }
    const entry = found[chosen]
    if (event.key === 'Enter' && entry) {
      event.preventDefault()
      location.assign(entry.url)
    }
  }
  const isListed = found.length > 0
  return (
    <div class="search-box">
      <input
        type="text"
        enterKeyHint="go"
        role="combobox"
        list={undefined}
        aria-label="Search vaults, auctions, agents, operations, guides, concepts and errors"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls="search-found"
        aria-activedescendant={isListed ? idOf(chosen) : undefined}
        placeholder="Search vaults, auctions, agents, guides"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div class="search-found" id="search-found" role={isListed ? 'listbox' : undefined} aria-label="Found" ref={list}>
        {groups.map(({ kind, entries }) => (
          <div role="group" aria-label={kind} class="search-group">
            <p aria-hidden="true">{kind}</p>
            {entries.map((entry) => (
              <Entry entry={entry} at={found.indexOf(entry)} chosen={chosen} />
            ))}
          </div>
        ))}
      </div>
      <p class="search-state" role="status">
        {index === null ? (
          <>
            The search index could not be loaded.{' '}
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          </>
        ) : (
          `${stateText(index !== undefined, query, found.length)}${live.hasFailed ? ' Not everything on the chain could be searched.' : ''}`
        )}
      </p>
    </div>
  )
}

function Entry({ entry, at, chosen }: { readonly entry: Found; readonly at: number; readonly chosen: number }) {
  const { url, title, text } = entry
  return (
    <a href={url} role="option" id={idOf(at)} aria-selected={at === chosen} tabIndex={-1}>
      <span class="search-title">{title}</span>
      <span class="search-text">{text}</span>
    </a>
  )
}

const idOf = (at: number): string => `search-${at}`

function stateText(isReady: boolean, query: string, count: number): string {
  if (!isReady) return 'Loading the index.'
  if (query.trim() === '') return 'Type a symbol, a name, an address, an operation or an error code.'
  return count === 0
    ? `Nothing found for “${query.trim()}”.`
    : `${count} found. Arrows choose, Enter opens, Escape closes.`
}
