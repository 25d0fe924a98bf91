"""Run the migrations on the connection that `store.database` hands over."""

from alembic import context

# All steps share the caller's transaction: a store is migrated whole or left as it was.
context.configure(
    connection=context.config.attributes["connection"],
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
