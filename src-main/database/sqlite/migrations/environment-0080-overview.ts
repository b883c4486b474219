import type { Migration } from '../migrations.ts'

/** Adds one to a counter. */
const up = (about: string, what: string) => `
      INSERT INTO overview_count VALUES (new.project_key, '${about}', ${what}, 1) ON CONFLICT DO UPDATE SET count = count + 1;`
/** Takes one from it; what nothing is left of goes, so that past days do not pile up. */
const down = (about: string, what: string) => `
      UPDATE overview_count SET count = count - 1 WHERE project_key = old.project_key AND about = '${about}' AND what = ${what};
      DELETE FROM overview_count WHERE project_key = old.project_key AND about = '${about}' AND what = ${what} AND count <= 0;`

const mix = (row: string) => `(${row}.auth_gasoline + 2 * ${row}.auth_diesel + 4 * ${row}.auth_lpg + 8 * ${row}.auth_heating_oil)`
const expiryDay = (row: string) => `substr(${row}.expiration_date, 1, 10)`
const deliveryDay = (row: string) => `substr(${row}.created_at, 1, 10) || ' ' || ${row}.status`

export const environmentOverview: Migration = {
  id: 'environment-0080-overview',
  sql: `
    -- What the overview tells, counted as it happens: it never looks through the fleet.
    --   authorization: the cards of each mix of the four (1 gasoline, 2 diesel, 4 LPG, 8 heating oil)
    --   expiry: the cards of each last valid day
    --   delivery: the deliveries of each day, with their status
    --   change: the cards that were created, activated, enabled and disabled on each day, whoever did it
    CREATE TABLE overview_count (
      project_key INTEGER NOT NULL,
      about TEXT NOT NULL,
      what TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (project_key, about, what)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO overview_count SELECT project_key, 'authorization', ${mix('card')}, count(*) FROM card GROUP BY 1, 3;
    INSERT INTO overview_count SELECT project_key, 'expiry', ${expiryDay('card')}, count(*) FROM card WHERE expiration_date IS NOT NULL GROUP BY 1, 3;
    INSERT INTO overview_count SELECT project_key, 'delivery', ${deliveryDay('delivery')}, count(*) FROM delivery GROUP BY 1, 3;
    INSERT INTO overview_count
      SELECT project_key, 'change', substr(created_at, 1, 10) || ' ' || substr(name, 6), count(*) FROM event
      WHERE name IN ('card.created', 'card.activated', 'card.enabled', 'card.disabled') GROUP BY 1, 3;

    CREATE TRIGGER overview_authorization_insert AFTER INSERT ON card BEGIN${up('authorization', mix('new'))}
    END;
    CREATE TRIGGER overview_authorization_delete AFTER DELETE ON card BEGIN${down('authorization', mix('old'))}
    END;
    CREATE TRIGGER overview_authorization_update AFTER UPDATE OF auth_gasoline, auth_diesel, auth_lpg, auth_heating_oil ON card
      WHEN ${mix('old')} <> ${mix('new')} BEGIN${down('authorization', mix('old'))}${up('authorization', mix('new'))}
    END;

    CREATE TRIGGER overview_expiry_insert AFTER INSERT ON card WHEN new.expiration_date IS NOT NULL BEGIN${up('expiry', expiryDay('new'))}
    END;
    CREATE TRIGGER overview_expiry_delete AFTER DELETE ON card WHEN old.expiration_date IS NOT NULL BEGIN${down('expiry', expiryDay('old'))}
    END;
    CREATE TRIGGER overview_expiry_leave AFTER UPDATE OF expiration_date ON card
      WHEN old.expiration_date IS NOT NULL AND old.expiration_date IS NOT new.expiration_date BEGIN${down('expiry', expiryDay('old'))}
    END;
    CREATE TRIGGER overview_expiry_enter AFTER UPDATE OF expiration_date ON card
      WHEN new.expiration_date IS NOT NULL AND old.expiration_date IS NOT new.expiration_date BEGIN${up('expiry', expiryDay('new'))}
    END;

    CREATE TRIGGER overview_delivery_insert AFTER INSERT ON delivery BEGIN${up('delivery', deliveryDay('new'))}
    END;
    CREATE TRIGGER overview_delivery_delete AFTER DELETE ON delivery BEGIN${down('delivery', deliveryDay('old'))}
    END;
    CREATE TRIGGER overview_delivery_update AFTER UPDATE OF status ON delivery WHEN old.status <> new.status BEGIN${down('delivery', deliveryDay('old'))}${up('delivery', deliveryDay('new'))}
    END;

    -- A card that comes in active or blocked counts as one that was activated, and blocked, at once: so the four numbers add up.
    CREATE TRIGGER overview_created AFTER INSERT ON card BEGIN${up('change', "substr(new.created_at, 1, 10) || ' created'")}
    END;
    CREATE TRIGGER overview_created_activated AFTER INSERT ON card WHEN new.status <> 'new' BEGIN${up('change', "substr(new.created_at, 1, 10) || ' activated'")}
    END;
    CREATE TRIGGER overview_created_disabled AFTER INSERT ON card WHEN new.status = 'inactive' BEGIN${up('change', "substr(new.created_at, 1, 10) || ' disabled'")}
    END;
    CREATE TRIGGER overview_activated AFTER UPDATE OF status ON card WHEN old.status = 'new' AND new.status <> 'new' BEGIN${up('change', "substr(new.updated_at, 1, 10) || ' activated'")}
    END;
    CREATE TRIGGER overview_enabled AFTER UPDATE OF status ON card WHEN old.status = 'inactive' AND new.status = 'active' BEGIN${up('change', "substr(new.updated_at, 1, 10) || ' enabled'")}
    END;
    CREATE TRIGGER overview_disabled AFTER UPDATE OF status ON card WHEN old.status <> 'inactive' AND new.status = 'inactive' BEGIN${up('change', "substr(new.updated_at, 1, 10) || ' disabled'")}
    END;
  `,
}
