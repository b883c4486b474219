import type { Command } from 'commander'
import { userPath } from '../../invocation.ts'
import { count, counted, groupedNumber, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'

/** Change orders, for a provider that accepts no changes from programs. */
export function registerOrders(program: Command, shell: Shell): void {
  const orders = program
    .command('orders')
    .description('changes to hand to a provider without an interface; the next import confirms them')

  const list = orders
    .command('list')
    .description('list open change orders; those never exported come first')
    .addOption(projectOption())
    .option('--page <number>', 'page number', wholeNumber(1, 1_000_000), 1)
    .option('--limit <number>', 'orders per page', wholeNumber(1, 100), 50)
    .action(({ project, page, limit }: { project?: string; page: number; limit: number }) =>
      shell.run(async (work) => {
        const listed = await work.call('orders.list', { projectId: (await findProject(work, project)).id, page, limit })
        const rows = listed.docs.map((order) => [
          groupedNumber(order.cardNumber),
          order.action,
          order.licensePlate,
          order.driver,
          shortTime(order.createdAt),
          shortTime(order.exportedAt),
        ])
        work.print(
          listed,
          () =>
            table(
              ['Card', 'Change', 'New plate', 'New driver', 'Ordered (UTC)', 'Exported (UTC)'],
              rows,
              'There are no open orders.',
            ) + style.dim(`${count(listed.total)} in all\n`),
        )
      }),
    )
  examples(list, ['orders list', 'orders list --json'])

  const exporting = orders
    .command('export')
    .description('write the orders not exported yet to a CSV file')
    .argument('<file>', 'the file')
    .addOption(projectOption())
    .option('--again', 'all open orders, exported ones included', false)
    .action((file: string, { project, again }: { project?: string; again: boolean }) =>
      shell.run(async (work) => {
        const written = await work.callWithProgress('Writing orders:', 'orders.export', {
          projectId: (await findProject(work, project)).id,
          file: userPath(file),
          again,
        })
        work.print(written, () => `Wrote ${counted(written.orders, 'order')} to ${written.file}\n`)
      }),
    )
  examples(exporting, ['orders export orders.csv', 'orders export orders.csv --again'])
}
