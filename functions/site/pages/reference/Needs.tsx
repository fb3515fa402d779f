import { Text } from '../shell/Text.tsx'
import type { OperationPage } from './OperationPage.ts'

/** What an operation needs from its deployment, and what it answers without it: for operators, so it is folded. */
export function Needs({ needs }: { readonly needs: OperationPage['needs'] }) {
  return (
    <details class="more">
      <summary>
        {needs.length} {needs.length === 1 ? 'part' : 'parts'} of the configuration, for operators
      </summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Needs</th>
              <th scope="col">Without it</th>
            </tr>
          </thead>
          <tbody>
            {needs.map(({ name, kind, without }) => (
              <tr>
                <td>
                  <code>{name}</code>, {kind}
                </td>
                <td>
                  <Text text={without} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
