/* SPDX-License-Identifier: MIT */
/* Which names look like secrets, and which belong to files that the user's own tools execute later.
 * Tables: one row a fact.  Pure. */
#ifndef CORDON_MODEL_NAMES_H
#define CORDON_MODEL_NAMES_H

#include <glib.h>

/* name: the last component of a path.  Case is folded.  ".env.example" and the like are templates;
 * what editors keep beside a secret (".env~", ".netrc.bak") is one. */
gboolean cordon_name_is_secret_file(const char *name);
/* ".ssh", ".aws", "secrets", ...: everything below is secret. */
gboolean cordon_name_is_secret_folder(const char *name);
/* The same for names that are secret only in one place: "gcloud" in ".config". */
gboolean cordon_name_is_secret_folder_in(const char *parent, const char *name);
/* Is a folder of path (absolute) such a one? */
gboolean cordon_path_has_secret_folder(const char *path);
/* The same as for files and folders above, of what lies in a bulk folder, where certificates are test data and "secrets" is a package. */
gboolean cordon_name_is_secret_in_bulk(const char *name, gboolean is_folder);
/* Secret only when the content says so: ".npmrc" with an auth token.  text: the file's beginning. */
gboolean cordon_name_needs_look(const char *name);
gboolean cordon_text_holds_secret(const char *name, const char *text, gsize size);
/* ".git", ".vscode", ".envrc", ...: read-only inside a writable folder. */
gboolean cordon_name_is_protected(const char *name);
/* Calls func for each row of the tables of secrets, for the page that lists them: "files" with a name, an end
 * ("*.pem") or a begin ("id_rsa*"), "folders" with a name, "templates" with an end that makes a name harmless. */
typedef void (*CordonSecretNameFunc)(const char *list, const char *name, gpointer user_data);
void cordon_secret_names_each(CordonSecretNameFunc func, gpointer user_data);
/* Folders whose inside a search for secrets passes over: "node_modules", ".git", "target", ... */
gboolean cordon_name_is_bulk_folder(const char *name);

#endif
