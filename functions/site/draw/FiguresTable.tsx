interface FiguresTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The figures of a picture as a table, folded. All digits are in it. */
export function FiguresTable({ caption, columns, rows }: FiguresTableProps) {
  return (
    <details class="figures">
      <summary>{caption}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <Columns names={columns} />
          <tbody>
            {rows.map((row) => (
              <tr>
                {row.map((cell) => (
                  <td>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The names of a table's columns. */
export const Columns = ({ names }: { readonly names: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th scope="col">{name}</th>
      ))}
    </tr>
  </thead>
)
