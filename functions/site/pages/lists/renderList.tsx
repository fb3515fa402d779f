import { Columns } from '../../draw/FiguresTable.tsx'
import { From, NotRead } from '../entities/Facts.tsx'
import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { ListPage } from './ListPage.ts'

/** A page with all vaults, auctions or agents, each with a link to its own page. */
export const renderList = (frame: Frame, page: ListPage): string =>
  renderPage(
    frame,
    <article class="thing">
      <header class="thing-head">
        <h1>{frame.title}</h1>
        <p class="lead">{page.lead}</p>
        {page.block === null ? null : <p class="thing-moment">as of block {page.block}</p>}
        <From operationId={page.operationId} query={page.query} />
      </header>
      <List page={page} />
    </article>,
  )

function List({ page: { code, columns, rows, empty, nextHref } }: { readonly page: ListPage }) {
  if (code !== undefined) return <NotRead what="The list" code={code} />
  return (
    <section>
      {rows.length === 0 ? (
        <p class="waiting">{empty}</p>
      ) : (
        <table class="stacks">
          <Columns names={columns} />
          <tbody>
            {rows.map(({ href, name, cells }) => (
              <tr>
                <td>
                  <a href={href}>{name}</a>
                </td>
                {cells.map((cell, i) => (
                  <td data-column={columns[i + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {nextHref === null ? null : (
        <p>
          <a href={nextHref} rel="next">
            Next page
          </a>
        </p>
      )}
    </section>
  )
}
