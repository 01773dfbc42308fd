"""Runs migrations on the connection, and in the transaction, of whoever opens the archive."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
