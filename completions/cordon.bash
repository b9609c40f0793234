# SPDX-License-Identifier: MIT
# bash completion for cordon.

_cordon_settings()
{
    local words=''
    if ((COMP_CWORD == 2)); then
        words='get set reset'
    elif ((COMP_CWORD == 3)) && [[ ${COMP_WORDS[2]} == [gs]et ]]; then
        words='sandbox backend docker.image hosts time-limit long-time-limit approval-timeout
            limits.processes limits.memory limits.open-files limits.scratch'
    elif ((COMP_CWORD == 4)) && [[ ${COMP_WORDS[2]} == set ]]; then
        case ${COMP_WORDS[3]} in
        sandbox) words='on off' ;;
        backend) words="auto $(cordon backends 2>/dev/null | sed '1d; s/ .*//')" ;;
        docker.image) words='default' ;;
        limits.*) words='default unlimited' ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

_cordon()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous='' command=${COMP_WORDS[1]-} index
    local options='' commands='run plan check doctor backends image settings audit gateway mcp status approve help'
    COMPREPLY=()
    ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}

    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$current")
        return
    fi
    case $command in
    run | plan | check)
        options='--project --loop --sibling --app-dir --backend --sandbox --limit --timeout
            --json --yes --help'
        [[ $command == check ]] && options='--project --loop --home --sandbox --platform --shell
            --full-auto --batch --explain --json --help'
        # Behind -- or the first word that is no option stands the command itself.
        for ((index = 2; index < COMP_CWORD; index++)); do
            case ${COMP_WORDS[index]} in
            --) index=$((index + 1)) && break ;;
            --project | --loop | --sibling | --app-dir | --backend | --sandbox | --limit | \
                --timeout | --home | --platform | --shell)
                # bash splits --name=value into three words.
                [[ ${COMP_WORDS[index + 1]-} == = ]] && index=$((index + 1))
                index=$((index + 1))
                ;;
            -*) ;;
            *) break ;;
            esac
        done
        if ((index <= COMP_CWORD)) && [[ ${COMP_WORDS[index - 1]} == -- || ${COMP_WORDS[index]} != -* ]] \
            && [[ $previous != --* || $previous == -- ]] && [[ $previous != = ]]; then
            if declare -F _command_offset >/dev/null; then
                _command_offset "$index"
            else
                mapfile -t COMPREPLY < <(compgen -A command -A file -- "$current")
            fi
            return
        fi
        ;;
    doctor) options='--json --fresh --help' ;;
    backends) options='--json --help' ;;
    image)
        if ((COMP_CWORD == 2)) && [[ $current != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "status size pull" -- "$current")
            return
        fi
        options='--json --yes --help'
        ;;
    settings)
        if [[ $current != -* ]]; then
            _cordon_settings
            return
        fi
        options='--json --help'
        ;;
    audit) options='--last --board --job --json --help' ;;
    gateway) options='--port --app-dir --help' ;;
    mcp) options='--project --loop --role --board --name --help' ;;
    status) options='--json --help' ;;
    approve) options='--list --once --session --deny --json --help' ;;
    help)
        mapfile -t COMPREPLY < <(compgen -W "run plan check doctor backends image settings audit gateway mcp status approve" -- "$current")
        return
        ;;
    esac

    [[ $current == = ]] && current=''
    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    case $previous in
    --project | --loop | --sibling | --app-dir | --home)
        mapfile -t COMPREPLY < <(compgen -A directory -- "$current")
        ;;
    --backend) mapfile -t COMPREPLY < <(compgen -W "auto $(cordon backends 2>/dev/null | sed '1d; s/ .*//')" -- "$current") ;;
    --sandbox) mapfile -t COMPREPLY < <(compgen -W "on off" -- "$current") ;;
    --platform)
        mapfile -t COMPREPLY < <(compgen -W "linux macos windows" -- "$current")
        ;;
    --shell) mapfile -t COMPREPLY < <(compgen -W "sh cmd ps" -- "$current") ;;
    --limit)
        mapfile -t COMPREPLY < <(compgen -W "processes= memory= open-files= scratch=" -- "$current")
        ;;
    --role) mapfile -t COMPREPLY < <(compgen -W "coder reviewer researcher" -- "$current") ;;
    --timeout | --last | --board | --job | --port | --name) ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current") ;;
    esac
}

complete -F _cordon cordon
