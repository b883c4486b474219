/** A fault in the built program, by its text there. */
export interface Plant {
  kind: string
  /** Each text occurs once in the whole build. */
  changes: readonly (readonly [text: string, instead: string])[]
  /** What the rounds say about it. */
  shows: RegExp
}

export const PLANTS: readonly Plant[] = [
  {
    kind: 'lease ignored: every other instance counts as dead',
    changes: [['AND instance.seen_at >= ${livingSince}', 'AND FALSE AND instance.seen_at >= ${livingSince}']],
    shows: /asked for again|began before/,
  },
  {
    kind: 'fencing number dropped: a duty goes on where another instance has taken it over',
    changes: [['if (row?.holder_id !== instanceId || row.fence !== fence) throw new DutyLost(name);', '']],
    shows: /runs of the schedule/,
  },
  {
    kind: 'audit head not locked',
    changes: [
      [
        '"hash"\n]).where("chain", "=", parameter("chain")).$call(locked)',
        '"hash"\n]).where("chain", "=", parameter("chain"))',
      ],
    ],
    shows: /numbers of a chain that were taken/,
  },
  {
    kind: 'NOTIFY lost, and no look from the last position',
    changes: [
      ['query(`NOTIFY ${channel}`)', 'query("SELECT 1")'],
      // Longer than any test.
      ['(LOOK_EVERY_MS, void 0, { signal: stopping.signal })', '(2 ** 30, void 0, { signal: stopping.signal })'],
    ],
    shows: /events at instance/,
  },
  {
    kind: 'work ID not looked up: a commit that broke off is taken for lost',
    changes: [['|| !await tookPlace(values[0], Number(rows[0].pid), error)) throw error', '|| true) throw error']],
    shows: /was refused, as if/,
  },
  {
    kind: 'work ID not looked up: a commit that broke off is taken for made',
    changes: [['|| !await tookPlace(values[0], Number(rows[0].pid), error)) throw error', ') throw error']],
    shows: /was refused, as if|(enable|disable) of .*: expected/,
  },
  {
    kind: 'locks taken out of order: one command locks the head of the audit log before its card',
    changes: [
      [
        'await lockCards(transaction, (cards) => cards.where("id", "=", cardId));\n\t\tconst { card, projectKey }',
        `if (command.type === "disable") await transaction.all(transaction.build.selectFrom("audit_chain").select("chain").where("chain", "=", projectId).forUpdate());
		await lockCards(transaction, (cards) => cards.where("id", "=", cardId));
		const { card, projectKey }`,
      ],
    ],
    shows: /deadlocks/,
  },
]
